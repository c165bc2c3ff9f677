#include "platform/cpu.hpp"

#include <gtest/gtest.h>

namespace assay::platform {
namespace {

TEST(Cpu, AMachineThatRunsThisTestHasTheBaseline) {
  EXPECT_EQ(missing_cpu_feature(), nullptr) << missing_cpu_feature();
}

}  // namespace
}  // namespace assay::platform
