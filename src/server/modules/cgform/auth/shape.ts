import Type from 'typebox'
import { Id } from '../../../platform/http/id-shape.ts'
import { HeadName } from '../heads/shape.ts'

export const FormParams = Type.Object({ cgformId: HeadName })
export const PageParams = Type.Object({ cgformId: HeadName, type: Type.Integer({ minimum: 1, maximum: 2 }) })
export const IdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

const FormWord = Type.Object({
  cgformId: HeadName,
  code: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal('0'), Type.Literal('1')])),
  switchFlag: Type.Optional(Type.Unknown()),
})
export const EntryBody = FormWord
export type EntryBody = Type.Static<typeof EntryBody>
export const EntriesBody = Type.Array(FormWord, { maxItems: 500 })

const rule = {
  ruleName: Type.String({ minLength: 1, maxLength: 50 }),
  ruleColumn: Type.String({ maxLength: 64 }),
  ruleOperator: Type.String({ minLength: 1, maxLength: 50 }),
  ruleValue: Type.String({ minLength: 1, maxLength: 300 }),
  status: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal('0'), Type.Literal('1')])),
}
export const RuleBody = Type.Object({ cgformId: HeadName, ...rule })
export type RuleBody = Type.Static<typeof RuleBody>
export const RuleEditBody = Type.Object({ id: Id, cgformId: HeadName, ...rule })

export const RoleAuthQuery = Type.Object({
  roleId: Id,
  cgformId: HeadName,
  type: Type.Integer({ minimum: 1, maximum: 3 }),
  authMode: Type.Optional(Type.String({ maxLength: 20 })),
})
export const RoleParams = Type.Object({ roleId: Id, cgformId: HeadName })
export type RoleParams = Type.Static<typeof RoleParams>
/** `authId` is the JSON text of a list of ids. */
export const RoleAuthBody = Type.Object({
  authId: Type.String({ maxLength: 100_000 }),
  authMode: Type.Optional(Type.String({ maxLength: 20 })),
})
export type RoleAuthBody = Type.Static<typeof RoleAuthBody>
