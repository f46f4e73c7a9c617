// engine: compiles through shaderc.hpp, the C++ interface of shaderc, which is a header over its C functions.
#include <iostream>
#include <memory>
#include <shaderc/shaderc.hpp>
#include <string>
#include <vector>

namespace {

class Includer : public shaderc::CompileOptions::IncluderInterface {
  struct Found {
    std::string name, text;
    shaderc_include_result result;
  };

  shaderc_include_result* GetInclude(const char* name, shaderc_include_type, const char*, size_t) override {
    auto* found = new Found{name, "const vec4 COLOR = vec4(0.5);\n", {}};
    found->result = {found->name.data(), found->name.size(), found->text.data(), found->text.size(), found};
    return &found->result;
  }

  void ReleaseInclude(shaderc_include_result* result) override { delete static_cast<Found*>(result->user_data); }
};

}  // namespace

int main() {
  shaderc::Compiler compiler;
  shaderc::CompileOptions options;
  options.SetIncluder(std::make_unique<Includer>());
  options.AddMacroDefinition("PLACE", "3");
  options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
  options.SetOptimizationLevel(shaderc_optimization_level_performance);
  const std::string text =
      "#version 450\n#include \"color.glsl\"\nlayout(location = PLACE) out vec4 color;\nvoid main() { color = COLOR; }\n";
  const auto module = compiler.CompileGlslToSpv(text, shaderc_fragment_shader, "engine.frag", options);
  if (module.GetCompilationStatus() != shaderc_compilation_status_success) {
    std::cerr << module.GetErrorMessage();
    return 1;
  }
  const std::vector<uint32_t> words(module.cbegin(), module.cend());
  std::cout << std::hex << words.at(0) << " " << words.at(1) << "\n";
  const auto wrong = compiler.CompileGlslToSpv("void main() { wrong }", shaderc_vertex_shader, "wrong.vert");
  std::cout << (wrong.GetNumErrors() > 0) << " " << (wrong.GetErrorMessage().empty() ? "nothing" : "a message") << "\n";
}
