import Type from 'typebox'

/**
 * A property that a document may have, with its texts: a short Chinese title, a description, and the shortest example of
 * its value. Hover texts, settings panels and the tables of schemas/README.md are generated from these texts.
 */
export function required<T extends Type.TSchema>(
  title: string,
  description: string,
  example: unknown,
  shape: T,
): T {
  // A copy: several properties share a shape. TypeBox keeps the kind of a shape in properties that are not enumerable.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(shape)) as T
  return Object.assign(copy, { title, description, examples: [example] })
}

/** As `required`, of a property that may be absent. */
export const optional = <T extends Type.TSchema>(
  title: string,
  description: string,
  example: unknown,
  shape: T,
) => Type.Optional(required(title, description, example, shape))

/** The name of a field type as the value of `type`: its title and its purpose. */
export const fieldType = <Word extends string>(word: Word, title: string, purpose: string) =>
  required(title, purpose, word, Type.Literal(word))
