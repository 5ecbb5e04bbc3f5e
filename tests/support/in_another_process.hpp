#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace tilewright::test {

/// Whether `holds` in a process of its own.
template <typename Holds>
bool in_another_process(Holds holds) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(holds() ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  return status == 0;
}

}  // namespace tilewright::test
