import { isJsonObject } from '#runtime/kernel/json.ts'

/** What a kind of documents can do; other code asks for it instead of the name of the kind. */
export interface KindCapabilities {
  /** It is opened as a page, and may have a menu entry. */
  isPage?: true
  /** It lists records, by fields of its own. */
  hasRecords?: true
  /** Its fields are filled in on a form. */
  hasForm?: true
  /** Its records are rows of a table of its own: forms edit them, and other documents may name them. */
  hasTable?: true
  /** Its records are the rows of a SELECT. */
  hasQuery?: true
  /** It submits the values of one form, also from a button of a list. */
  submitsForm?: true
  /** It arranges blocks of other documents on a page. */
  arrangesBlocks?: true
  /** Fields choose from its items by its code. */
  hasChoices?: true
  /** Fields open it by its code and pick records of another document. */
  picksRecords?: true
  /** It prints the records of a screen. */
  printsRecords?: true
  /** It keeps balances of what the moves of other documents post. */
  keepsBalances?: true
  /** It leads the records of a screen through the decisions of several people. */
  leadsRecords?: true
  /** Fields of other documents name it by its code, so that a designer makes and releases it with a document. */
  isNamedByFields?: true
  /** The designer edits its properties in a panel, without which they are edited as text. */
  hasSettings?: true
}

/** What other code reads of a document kind; pure and free of the schema library. `DocumentKind` has its language. */
export interface KindPlan<Name extends string = string> extends KindCapabilities {
  /** The value of `kind`. */
  name: Name
  title: string
  /** What the designer calls it, where that is another word. */
  designerTitle?: string
  /** The list without which a document cannot be drawn. */
  list?: { key: string; isMember(member: unknown): boolean }
}

export type Capability = keyof KindCapabilities

export const defineKindPlan = <const P extends KindPlan>(plan: P): P => plan

/** Fields by their keys. */
export const keyedFields = {
  key: 'fields',
  isMember: (member: unknown) => isJsonObject(member) && typeof member.key === 'string',
}

/** Blocks by their types. */
export const typedBlocks = {
  key: 'blocks',
  isMember: (member: unknown) => isJsonObject(member) && typeof member.type === 'string',
}
