# Writes OUTPUT, a .cpp that holds the texts of INPUTS, joined, as tilewright::kernels::kernel_source().
#
# Each text begins with a #line, so that the compiler's messages name the file and the line that people edit.
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} text)
  string(APPEND texts "    R\"tilewright(#line 1 \"${name}\"\n${text})tilewright\"\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"kernels/source.hpp\"

namespace tilewright::kernels {

std::string_view kernel_source() {  // NOLINT(readability-function-size): it is one text
  static constexpr std::string_view kText =
${texts}      ;
  return kText;
}

}  // namespace tilewright::kernels
")
