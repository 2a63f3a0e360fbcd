// The linter's rules: what the type checker cannot see, and the sizes of style.
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", ".build/"] },
  ...tseslint.configs.strict,
  {
    rules: {
      "max-lines": ["error", 800],
      "max-lines-per-function": ["error", { max: 70, skipComments: true }],
      "max-len": ["error", { code: 100, ignoreUrls: true, ignoreStrings: true }],
      "no-console": "error",
      eqeqeq: "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text goes through textContent: sources are hostile." },
        { property: "outerHTML", message: "Text goes through textContent: sources are hostile." },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    // Made from the types of crates/jetan-wire.
    files: ["src/model/protocol.ts"],
    rules: { "max-lines": "off" },
  },
  {
    // Tables: one row for each panel and each command.
    files: ["src/shell/panels.ts", "src/shell/table.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    files: ["test/**", "scripts/**"],
    rules: { "no-console": "off", "max-lines-per-function": "off" },
  },
);
