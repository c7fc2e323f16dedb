import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** Keywords that a form only shows in or beside a control: the value that is there and its place do not depend on them. */
const shownOnly: readonly string[] = ['title', 'help', 'placeholder', 'options'] satisfies (keyof Field)[]

const withoutTexts = (field: Field): object =>
  isDetail(field)
    ? field
    : Object.fromEntries(Object.entries(field).filter(([key]) => !shownOnly.includes(key)))

/** The same text for screens that differ in the texts beside their controls: a drawn form keeps its fields then. */
export const structureStamp = (screen: ScreenDocument): string =>
  JSON.stringify({ ...screen, title: '', fields: screen.fields.map(withoutTexts) })
