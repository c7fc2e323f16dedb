import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'

/** The id of a menu entry: of a document, such as `base/goods`, or of a row. */
const MenuId = Type.String({ minLength: 1, maxLength: 200 })

export const MenuQuery = Type.Object({ permissionId: MenuId })

export const RulesQuery = Type.Object({
  permissionId: MenuId,
  ruleName: Type.Optional(Type.String({ maxLength: 50 })),
  ruleValue: Type.Optional(Type.String({ maxLength: 300 })),
})

const ruleParts = {
  ruleName: Type.String({ minLength: 1, maxLength: 50 }),
  ruleColumn: Type.Optional(Type.String({ maxLength: 50 })),
  ruleConditions: Type.String({ minLength: 1, maxLength: 50 }),
  ruleValue: Type.String({ minLength: 1, maxLength: 300 }),
  status: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
}

export const AddRuleBody = Type.Object({ permissionId: MenuId, ...ruleParts })
export type AddRuleBody = Type.Static<typeof AddRuleBody>

export const EditRuleBody = Type.Object({ id: Id, ...ruleParts })
export type EditRuleBody = Type.Static<typeof EditRuleBody>

export const RuleQuery = Type.Object({ id: Id })

export const RoleRulesPath = Type.Object({ permissionId: MenuId, roleId: Id })

export const RoleRulesBody = Type.Object({
  permissionId: MenuId,
  roleId: Id,
  dataRuleIds: Type.String({ maxLength: 4000 }),
})
