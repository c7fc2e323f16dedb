import { sql } from 'kysely'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import type { Db } from '../../platform/store/database.ts'

/** What administrators have set about reminders; a number of 0 is none. */
export interface Reminders {
  /** The text of a reminder, with `${title}`, `${process}` and `${step}`. */
  text: string
  /** The limit of steps for which the workflow sets none. */
  limitHours: number
  /** After a reminder the next one follows so much later. */
  repeatHours: number
}

/** The names of the settings in the database. */
export const reminderNames = {
  text: 'workflowRemindText',
  limitHours: 'workflowLimitHours',
  repeatHours: 'workflowRepeatHours',
} as const satisfies Record<keyof Reminders, string>

const defaults: Reminders = { text: '', limitHours: 0, repeatHours: 0 }

/** Read at each use, so a change is effective at once on every server. */
export async function readReminders(db: Db): Promise<Reminders> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from sys_setting where name = any(${Object.values(reminderNames)}::text[])`.execute(db)
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const text = stored.get(reminderNames.text)
  return {
    text: typeof text === 'string' ? text : defaults.text,
    limitHours: Number(stored.get(reminderNames.limitHours) ?? defaults.limitHours),
    repeatHours: Number(stored.get(reminderNames.repeatHours) ?? defaults.repeatHours),
  }
}

/** The text of a reminder; without one of the administrators the name of the workflow. */
export const formatReminder = (
  { text }: Pick<Reminders, 'text'>,
  words: Readonly<Record<'title' | 'process' | 'step', string>>,
): string =>
  text === ''
    ? words.process
    : fillPlaceholders(text, (key) => (Object.hasOwn(words, key) ? words[key as keyof typeof words] : ''))
