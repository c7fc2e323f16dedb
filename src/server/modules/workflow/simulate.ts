import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Simulation, simulate } from '#runtime/record/workflow/simulation.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { auditTitle, getTitle } from '#runtime/schema/derive.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { expandWorkflow } from '#runtime/schema/kinds/workflow/expand.ts'
import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { getWritten } from '../../documents/library/registry.ts'
import type { DocumentServices } from '../../documents/services.ts'
import { draftProblems } from '../../documents/validate.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { openScreen, workflowDocuments } from '../../records/access/workflows.ts'
import { buildCaller } from '../../records/caller.ts'
import type { RecordAuthor } from '../../records/events.ts'
import { withDetails } from '../../records/read/record.ts'
import { namesOfAccounts } from '../../records/read/record-texts.ts'
import { notFound } from '../../records/refuse.ts'
import type { Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { recordScope } from '../../records/workflow/record-scope.ts'
import { readDay } from '../../records/workflow/run-case.ts'
import { type NamedPerson, readFacts } from '../../records/workflow/staff.ts'
import { requirePeople } from './people.ts'
import type { SimulateBody } from './shape.ts'

const refuse = defineRefusals({
  SIMULATION_KIND: '只有流程可以试走',
  SIMULATION_PROBLEMS: '流程有错误，改好后再试走',
})

export type SimulationServices = RecordServices & Pick<DocumentServices, 'registeredNames'>

/** The draft of a workflow with the steps of its sub-workflows; refused with its problems when a release would refuse it. */
async function workflowOfDraft(
  { documents, registeredNames }: SimulationServices,
  body: JsonObject,
): Promise<WorkflowDocument> {
  const { document } = migrate(body)
  const workflow = asDocumentWith(drawableDocument(document), 'leadsRecords')
  if (!workflow) throw refuse('SIMULATION_KIND')
  const problems = await draftProblems(body, documents.entries().map(getWritten), registeredNames)
  if (problems.length > 0) throw refuse('SIMULATION_PROBLEMS', { result: { problems } })
  const served = workflowDocuments(documents)
  return expandWorkflow(workflow, (id) => served.find((entry) => entry.id === id))
}

async function readAuthor(db: Db, account: string): Promise<RecordAuthor> {
  const { rows } = await sql<RecordAuthor>`
    select id, username, realname, coalesce(org_code, '') as "orgCode" from sys_user
    where username = ${account}`.execute(db)
  return rows[0] ?? { id: '', username: account, realname: account, orgCode: '' }
}

/** What would become of a record that the user may read in the draft of a workflow. Stores nothing. */
export async function simulateDraft(
  services: SimulationServices,
  user: SessionUser,
  { document: body, record: id, starter: account }: SimulateBody,
): Promise<Simulation> {
  const { documents, dictionaries } = services
  const db = services.db.app
  const document = await workflowOfDraft(services, body)
  const resource = openScreen(documents, document.screen)
  const caller = buildCaller(user, services)
  if (!resource || !caller.can(codeOfAction(resource.screen, 'detail'))) throw notFound()
  const opened = await caller.open(db, resource, id)
  if (!opened) throw notFound()
  if (account !== undefined) await requirePeople(db, [account])
  const by = await readAuthor(db, account ?? String(opened.head.createBy ?? user.username))
  const starter = by.username
  const scope = recordScope(resource, await withDetails(db, resource, opened.head), by, currentTime())
  const facts = await readFacts(db, { document, starter, starterOrg: by.orgCode ?? '', scope })
  const named = [...indexSteps(document).values()].flatMap(({ step }) =>
    step.to ? facts.listPeople(step.to) : [],
  )
  const people = [...named, ...facts.admins, ...facts.headsAbove(starter), starter]
  const names = await namesOfAccounts(dictionaries, [
    ...new Set(people.flatMap((person) => [person, facts.findStandIn(person) ?? person])),
  ])
  return simulate(document, starter, {
    ...facts,
    getName: (person) => names.get(person) ?? person,
    explain: (to, person) =>
      [
        ...new Set(
          facts.listNamed(to).flatMap((entry) => (entry.account === person ? explain(entry, resource) : [])),
        ),
      ].join('、'),
    readDay: (step) => readDay(step, scope),
  })
}

/** What names a person, as its reader says it. */
function explain({ by, value, level = 1 }: NamedPerson, { screen }: Resource): string {
  if (by === 'role') return `角色「${value}」`
  if (by === 'position') return `岗位「${value}」`
  if (by === 'head')
    return `${level === 1 ? '本部门' : level === 2 ? '上一级部门' : `上 ${level - 1} 级部门`}（${value}）负责人`
  if (!value.startsWith('=')) return '写明的用户'
  const key = value.slice(1).trim()
  const field = screen.fields.find((entry) => entry.key === key)
  const title = field ? getTitle(field) : auditTitle(key)
  return title === undefined ? `算式 ${key}` : `字段「${title}」`
}
