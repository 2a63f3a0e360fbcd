/** What starts a program: the configuration of the debugger, the words of a task. */

/** The attributes of `launch.json`, as package.json describes them. */
export interface LaunchAttributes {
  program?: string | readonly string[];
  args?: readonly string[];
  input?: string;
  stopOnEntry?: boolean;
  packs?: readonly string[];
  memory?: string;
  delayedBranching?: boolean;
  startAtMain?: boolean;
  check?: boolean;
}

export const TASK_COMMANDS = ["run", "check", "asm"] as const;
export type TaskCommand = (typeof TASK_COMMANDS)[number];

export function isTaskCommand(word: unknown): word is TaskCommand {
  return TASK_COMMANDS.includes(word as TaskCommand);
}

/** The words after `jetan` that do the task. */
export function taskWords(
  command: TaskCommand,
  file: string,
  options: readonly string[] = [],
): string[] {
  // The name of a file may begin with a dash.
  const source = file.startsWith("-") ? `./${file}` : file;
  switch (command) {
    case "run":
      return ["run", ...options, source];
    case "check":
      return ["run", "--check", ...options, source];
    case "asm":
      return ["asm", ...options, source];
  }
}

/** The adapter's words for several sources: one of them leads, the others are beside it. */
export function withSources<C extends object>(configuration: C): C {
  const { program } = configuration as { program?: unknown };
  if (!Array.isArray(program)) return configuration;
  const [first, ...files] = program.map(String);
  return { ...configuration, program: first ?? "", files };
}

/** Whether a configuration is the one that VS Code makes up when there is no launch.json. */
export function isEmptyConfiguration(configuration: {
  type?: string;
  request?: string;
  name?: string;
}): boolean {
  const { type, request, name } = configuration;
  return !type && !request && !name;
}

/**
 * The configuration for a file in the editor. Without a breakpoint the program stops before its
 * first instruction: otherwise it would be over before anybody has seen it.
 */
export function configurationFor(
  file: string,
  hasBreakpoints: boolean,
): LaunchAttributes & { type: string; request: string; name: string; program: string } {
  const name = `Debug ${file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)}`;
  return {
    type: "jetan",
    request: "launch",
    name,
    program: file,
    stopOnEntry: !hasBreakpoints,
  };
}
