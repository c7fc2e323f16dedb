import { keyNames, type PressedKey } from './key-names.ts'

/** Returned by `run`: the key is left to the browser or to the focused element. */
export const PASS = Symbol('pass')

/**
 * Something that a user can do, told once: keys, menus, toolbars and the help of keys are drawn from tables of commands.
 */
export interface Command<Context> {
  readonly id: string
  /** In menus, on buttons and in the help. */
  readonly title: string
  /**
   * Names of keys, as `Mod+Shift+Z` (`Mod`: Ctrl, or the command key), `Alt+ArrowUp`, `Space`; `Character`: any typed
   * character. Empty: the command has no key.
   */
  readonly keys: readonly string[]
  /** The keys in words, where their list says too much or too little. */
  readonly keyText?: string
  /** Whether menus, toolbars and the help have it at all. Default: yes. */
  isOffered?(context: Context): boolean
  /** Whether it can be run now: otherwise its key belongs to a later command, and its menu item is disabled. Default: yes. */
  isAvailable?(context: Context): boolean
  run(context: Context): unknown
}

export const isOffered = <C>(command: Command<C>, context: C): boolean => command.isOffered?.(context) ?? true

/** Whether a command is offered and can be run now. */
export const canRun = <C>(command: Command<C>, context: C): boolean =>
  isOffered(command, context) && (command.isAvailable?.(context) ?? true)

/** The first command that has the key and can be run; where none can, the key counts without Shift. */
export function commandOfKey<C, T extends Command<C>>(
  commands: readonly T[],
  context: C,
  event: PressedKey,
): T | undefined {
  for (const name of keyNames(event)) {
    const command = commands.find((candidate) => candidate.keys.includes(name) && canRun(candidate, context))
    if (command) return command
  }
  return undefined
}
