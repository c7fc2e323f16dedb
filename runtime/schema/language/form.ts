import Type from 'typebox'
import { Code, closed, Key, Scalar } from './field.ts'
import { documentHead, formShape, Menu } from './screen.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const Url = Type.String({ pattern: '^/' })
/** What travels: literals, and `"=expression"` over the fields, `params`, `initial`, `user`. */
const Send = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }), Scalar)

/** The choices of a field, from a list in the loaded answer; `empty` is said, and nothing opened, where there is none. */
const LoadedOptions = Type.Object(
  { from: Type.Optional(Key), value: Key, text: Key, empty: Type.Optional(Text) },
  closed,
)

const Load = Type.Object(
  {
    url: Url,
    send: Type.Optional(Send),
    /** The way to the values in the answer. */
    pick: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$' })),
    /** The field that takes the whole answer; else each field takes the value of its own key. */
    into: Type.Optional(Key),
    options: Type.Optional(Type.Record(Key, LoadedOptions)),
  },
  closed,
)

const Submit = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'DELETE']),
    url: Url,
    /** Of the button. */
    title: Type.Optional(Text),
    /** Without it the values of all fields travel under their keys. */
    send: Type.Optional(Send),
  },
  closed,
)

/** A form without a list, without its fields, whose shape depends on the field types (see compose.ts). */
export const formParts = {
  ...documentHead,
  kind: Type.Literal('form'),
  component: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,120}$' }))),
  /** The code that opens it; without one it is everybody's who is signed in. */
  perm: Type.Optional(Code),
  menu: Type.Optional(Menu),
  params: Type.Optional(Type.Array(Key, { uniqueItems: true })),
  load: Type.Optional(Load),
  submit: Submit,
  ...formShape,
}

const FormDocument = Type.Object(formParts)
export type FormParts = Type.Static<typeof FormDocument>
