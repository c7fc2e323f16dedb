import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { findJsonType } from '#runtime/schema/settings/settings-node.ts'

/** A shape of the JSON Schema of documents. */
export type Shape = JsonObject

const shapesIn = (value: unknown): Shape[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The shapes of which a value at the place of `shape` has one, without references and alternatives. */
export function alternatives(schema: Shape, shape: Shape): Shape[] {
  const { $ref, anyOf, oneOf: pickOne, if: _, then, else: otherwise, ...rest } = shape
  if (typeof $ref === 'string') {
    const definition = isJsonObject(schema.$defs) ? schema.$defs[$ref.replace('#/$defs/', '')] : undefined
    const texts = rest.description === undefined ? {} : { description: rest.description }
    return isJsonObject(definition) ? alternatives(schema, { ...rest, ...definition, ...texts }) : []
  }
  const inner = [...shapesIn(anyOf), ...shapesIn(pickOne), ...shapesIn([then, otherwise])]
  if (inner.length === 0) return [rest]
  return inner.flatMap((alternative) => alternatives(schema, { ...rest, ...alternative }))
}

/** The shape of a member of an object; undefined for a key that the shape does not know. */
function findProperty(shape: Shape, key: string): Shape | undefined {
  const { properties, patternProperties, additionalProperties } = shape
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) {
    const property = properties[key]
    return isJsonObject(property) ? property : {}
  }
  const [, matching] =
    Object.entries(isJsonObject(patternProperties) ? patternProperties : {}).find(([pattern]) =>
      new RegExp(pattern, 'u').test(key),
    ) ?? []
  if (isJsonObject(matching)) return matching
  return isJsonObject(additionalProperties) ? additionalProperties : undefined
}

const acceptsType = ({ type, properties }: Shape, value: unknown): boolean => {
  const wanted = type === 'integer' ? 'number' : (type ?? (properties ? 'object' : undefined))
  const actual = findJsonType(value)
  return wanted === undefined || actual === undefined || wanted === actual
}

/** The values that a shape lists; undefined where it lists none. */
export const findWords = (shape: Shape): unknown[] | undefined =>
  Array.isArray(shape.enum) ? shape.enum : 'const' in shape ? [shape.const] : undefined

/** The number of members that do not fit; a word such as `type` that says something else weighs more than all others. */
function misfit(schema: Shape, shape: Shape, value: unknown): number {
  if (!acceptsType(shape, value)) return Number.POSITIVE_INFINITY
  if (!isJsonObject(value)) return 0
  return Object.entries(value).reduce((sum, [key, inner]) => {
    const property = findProperty(shape, key)
    if (!property) return sum + 1
    const shapes = alternatives(schema, property)
    if (shapes.length === 1 && inner !== undefined && findWords(property)?.includes(inner) === false)
      return sum + 1000
    return shapes.some((alternative) => acceptsType(alternative, inner)) ? sum : sum + 1
  }, 0)
}

/** Of the shapes of a place those that fit its value best. */
function fitting(schema: Shape, shapes: readonly Shape[], value: unknown): Shape[] {
  const faults = shapes.map((shape) => misfit(schema, shape, value))
  const least = Math.min(...faults)
  return shapes.filter((_, at) => faults[at] === least)
}

/** A step from a value to one of its members. */
export interface Step {
  /** The value around the member, without the member itself where this is the last step. */
  holder: unknown
  key: string | number
}

/** The shapes of the value at a path, and those of the object or list around it. */
export function shapesAt(schema: Shape, path: readonly Step[]): Shape[] {
  return path.reduce<Shape[]>(
    (shapes, { holder, key }) =>
      fitting(schema, shapes, holder).flatMap((shape) => {
        const inner =
          typeof key === 'number'
            ? isJsonObject(shape.items)
              ? shape.items
              : undefined
            : findProperty(shape, key)
        return inner ? alternatives(schema, inner) : []
      }),
    alternatives(schema, schema),
  )
}

/** The shapes that the object at a path may have. */
export const objectShapesAt = (schema: Shape, path: readonly Step[], value: unknown): Shape[] =>
  fitting(
    schema,
    shapesAt(schema, path).filter(({ type, properties }) => type === 'object' || properties),
    value,
  )
