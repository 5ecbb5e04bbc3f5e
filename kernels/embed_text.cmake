# Writes OUTPUT, a .cpp that holds the text of INPUT as tilewright::kernels::kernel_source().
#
# String literals are limited in length only by the compiler, but lines are kept apart so that errors stay readable.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"kernels/source.hpp\"

namespace tilewright::kernels {

std::string_view kernel_source() {
  static constexpr std::string_view kText = R\"tilewright(${text})tilewright\";
  return kText;
}

}  // namespace tilewright::kernels
")
