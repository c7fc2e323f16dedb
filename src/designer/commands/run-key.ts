import { type Command, commandOfKey } from '#runtime/ui/commands/command.ts'
import type { PressedKey } from '#runtime/ui/commands/key-names.ts'

/** Runs the command of a pressed key, if one of the table has it. */
export function runKey<Context>(
  table: readonly Command<Context>[] | Readonly<Record<string, Command<Context>>>,
  context: Context,
  event: PressedKey & { preventDefault(): void },
): void {
  const command = commandOfKey(Object.values(table), context, event)
  if (!command) return
  event.preventDefault()
  command.run(context)
}
