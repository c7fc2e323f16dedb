import { sql } from 'kysely'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'
import { tenantRule } from '../access/tenant-rule.ts'
import type { Sql } from '../query/condition.ts'
import type { Resource } from '../resource.ts'
import { readHead, type Values } from './record.ts'

/** A record as a user may read it. */
export interface OpenedRecord {
  /** Its screen, in which the hidden fields cannot be read by any right. */
  resource: Resource
  head: Values
  /** The keys of the fields that its workflow hides from the user. */
  hidden: readonly string[]
}

interface Asked {
  id: string
  /** The conditions under which the user may read it without its workflow. */
  rules: readonly Sql[]
}

/**
 * A record that the user may read by his rights, or because he has a part in its workflow; undefined where neither is so. The
 * starter of the workflow sees all of it. Others do not see what their steps hide: who has no other right what each of his steps
 * hides, who has one what the steps hide that he has to decide now.
 */
export async function openRecord(
  db: Db,
  resource: Resource,
  user: SessionUser,
  { id, rules }: Asked,
): Promise<OpenedRecord | undefined> {
  const byRight = await readHead(db, resource, id, rules)
  const parts = resource.screen.flow ? await readParts(db, resource, user, id) : []
  const head =
    byRight ?? (parts.length > 0 ? await readHead(db, resource, id, tenantRule(resource, user)) : byRight)
  if (!head) return undefined
  const steps = byRight ? parts.filter(({ isOpen }) => isOpen) : parts
  const [first = [], ...others] = parts.some(({ isStarter }) => isStarter)
    ? []
    : steps.map(({ step, document }) => indexSteps(document).get(step)?.step.hidden ?? [])
  const hidden = first.filter((key) => others.every((keys) => keys.includes(key)))
  return { resource: hidden.length === 0 ? resource : hideFields(resource, hidden), head, hidden }
}

/** A task by which a user has a part in the workflow of a record. */
interface Part {
  step: string
  isStarter: boolean
  /** The user has to decide now. */
  isOpen: boolean
  document: WorkflowDocument
}

async function readParts(
  db: Db,
  { screen }: Resource,
  { username }: SessionUser,
  id: string,
): Promise<readonly Part[]> {
  const { rows } = await sql<Part>`
    select k.step, k.starter = ${username} as "isStarter",
      k.person = ${username} and k.status = 'open' and k.kind = 'decide' as "isOpen", v.document
    from sys_workflow_task k join sys_workflow_case c on c.id = k.case_id
    join sys_workflow_version v on v.workflow = c.workflow and v.version = c.version
    where k.record_id = ${id} and k.screen = ${screen.id} and ${username} in (k.person, k.starter)
      and (k.status <> 'closed' or k.starter = ${username})`.execute(db)
  return rows
}

const lock = <Field extends object>(field: Field): Field => ({ ...field, writeOnly: true })

/** The screen as who cannot read these fields by any right. */
function hideFields(resource: Resource, keys: readonly string[]): Resource {
  const isHidden = (key: string | undefined) => key !== undefined && keys.includes(key)
  const columns = [...resource.columns].map(([key, column]): [string, Column] => [
    key,
    isHidden(column.field?.key) && column.field ? { ...column, field: lock(column.field) } : column,
  ])
  return {
    ...resource,
    screen: {
      ...resource.screen,
      fields: resource.screen.fields.map((field) => (isHidden(field.key) ? lock(field) : field)),
    },
    columns: new Map(columns),
    details: resource.details.map((detail) =>
      isHidden(detail.key) ? { ...detail, field: lock(detail.field) } : detail,
    ),
  }
}
