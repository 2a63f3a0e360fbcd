// The linter's rules: those of the studio, whose panels the views show.
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
    files: ["test/**", "scripts/**"],
    rules: { "no-console": "off", "max-lines-per-function": "off" },
  },
);
