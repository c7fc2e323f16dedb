import { type Command, commandOfKey, PASS } from './command.ts'
import type { PressedKey } from './key-names.ts'

/** Commands by name, or in an order that counts. */
export type CommandTable<Context> = readonly Command<Context>[] | Readonly<Record<string, Command<Context>>>

/** Runs the command of a pressed key, if one of the table has it; returns whether it took the key. */
export function runKey<Context>(
  table: CommandTable<Context>,
  context: Context,
  event: PressedKey & { preventDefault(): void },
): boolean {
  const command = commandOfKey(Object.values(table), context, event)
  if (!command || command.run(context) === PASS) return false
  event.preventDefault()
  return true
}
