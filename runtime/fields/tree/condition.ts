import { isObjectText } from '#runtime/kernel/json.ts'

/** Whether the condition of a tree is empty, or the text of a JSON object. */
export const isCondition = (text: string | undefined): boolean =>
  text === undefined || text === '' || isObjectText(text)
