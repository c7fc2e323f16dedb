import Type from 'typebox'
import type { Capability } from '../kind-plan.ts'

/**
 * A value that is one of several words; each word has a title, which hover texts, panels and tables show. The default is
 * what an absent value means.
 */
export const words = <const Titles extends Readonly<Record<string, string>>>(
  titles: Titles,
  defaultWord?: keyof Titles & string,
) =>
  Type.Enum(Object.keys(titles) as (keyof Titles & string)[], {
    enumDescriptions: Object.values(titles),
    ...(defaultWord !== undefined && { default: defaultWord }),
  })

/** The words of a shape, or of the members of its list, with their titles: `sum 合计、average 平均`. */
function wordTexts(shape: Type.TSchema): string {
  const { enum: values, enumDescriptions: titles } = shape as { enum?: string[]; enumDescriptions?: string[] }
  if (values && titles) return values.map((value, at) => `${value} ${titles[at]}`).join('、')
  const { items, anyOf } = shape as { items?: Type.TSchema; anyOf?: Type.TSchema[] }
  return [...(items ? [items] : []), ...(anyOf ?? [])].map(wordTexts).find((text) => text !== '') ?? ''
}

/** Several properties share a shape. TypeBox keeps the kind of a shape in properties that are not enumerable. */
const copyShape = <T extends Type.TSchema>(shape: T): T =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(shape)) as T

/**
 * A property that a document may have, with its texts: a short Chinese title, a description, and the shortest example of
 * its value; the words that it may be are listed before the description. Hover texts, settings panels and the tables of schemas/README.md are generated from these texts.
 */
export function required<T extends Type.TSchema>(
  title: string,
  description: string,
  example: unknown,
  shape: T,
): T {
  const texts = [wordTexts(shape), description].filter((text) => text !== '')
  return Object.assign(copyShape(shape), { title, description: texts.join('；'), examples: [example] })
}

/** As `required`, of a property that may be absent. */
export const optional = <T extends Type.TSchema>(
  title: string,
  description: string,
  example: unknown,
  shape: T,
) => Type.Optional(required(title, description, example, shape))

/** What a keyword of the language is used for, beside its value; settings panels and checks read it. */
export interface KeywordUse {
  /**
   * Whether most documents use it, so that panels show it before 全部 is chosen; `field`: only in fields of a form, `column`:
   * only in columns of a report.
   */
  isCommon?: true | 'field' | 'column'
  appliesTo?: {
    /** The capability of the documents in whose fields it has an effect; absent: in all. */
    kindsWith?: Capability
    /**
     * The fields in which it has an effect: with numbers, with a query, with a single value instead of rows, with a value of
     * limited length; absent: all.
     */
    values?: 'number' | 'queried' | 'single' | 'limited'
  }
  /** The keyword that has taken its place, null for none: it is offered only where a document still has it. */
  replacedBy?: string | null
  /**
   * The designer edits it with a control of its own: at the head of the panel, among the expressions of a field, or in the
   * table of what a chosen record writes into other fields.
   */
  editor?: 'head' | 'expression' | 'mapping'
  /**
   * The value is an expression, which every editor of the designer completes, checks and tries; `value`: a fixed value, or an
   * expression after `=`; `text`: a text with values in place of its `${field}`, whose fields are completed.
   */
  holds?: 'expression' | 'value' | 'text'
  /** What its editor offers: the states of the document's flow. */
  offers?: 'states'
}

/** A property that says what it is used for. */
export const withUse = <T extends Type.TSchema>(use: KeywordUse, shape: T): T =>
  Object.assign(copyShape(shape), use)

/** The settings that a field has in TypeScript, by the shapes of its properties. */
export type SettingsByShape<Shape extends Type.TProperties> = Type.Static<Type.TObject<Omit<Shape, 'type'>>>

/** The settings of each type of a family, by its word. */
export type FamilySettings<Family extends Readonly<Record<string, Type.TProperties>>> = {
  [Word in keyof Family]: SettingsByShape<Family[Word]>
}

/** The name of a field type as the value of `type`: its title and its purpose. */
export const fieldType = <Word extends string>(word: Word, title: string, purpose: string) =>
  required(title, purpose, word, Type.Literal(word))
