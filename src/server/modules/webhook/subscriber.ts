import { fieldValues } from '#runtime/fields/values.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { enterTenant } from '../../platform/http/requests/tenant.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { tenantRule } from '../../records/access/tenant-rule.ts'
import { buildCaller } from '../../records/caller.ts'
import type { RecordEvent, Subscriber } from '../../records/events.ts'
import { visibleTo } from '../../records/read/record.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import type { SessionServices } from '../session/interface.ts'
import { hasNamed, storeDelivery } from './store-delivery.ts'
import type { HookEvent, Subscriptions } from './subscriptions.ts'

export type HookServices = ReadServices & Pick<SessionServices, 'sessions'> & { subscriptions: Subscriptions }

const findEvent = (event: RecordEvent): HookEvent => {
  if (event.type === 'record.removed') return 'removed'
  if (event.type === 'record.moved') return 'moved'
  return event.before === null ? 'added' : 'changed'
}

/** The owner of a webhook in the tenant of the change; undefined for one who may not view the records of the screen there. */
async function findOwner(
  services: HookServices,
  resource: Resource,
  event: RecordEvent,
  userId: string,
): Promise<SessionUser | undefined> {
  const found = await services.sessions.person(userId)
  const owner = found && (resource.isTenantBound ? enterTenant(found, event.by.tenantId) : found)
  return owner && holds(owner, codeOfAction(resource.screen, 'detail')) ? owner : undefined
}

/** The values of the record that the owner may read; undefined where the owner may not open it. */
async function readableValues(
  services: HookServices,
  resource: Resource,
  event: Exclude<RecordEvent, { type: 'record.removed' }>,
  owner: SessionUser,
): Promise<object | undefined> {
  const caller = buildCaller(owner, services)
  const opened = await caller.open(services.db.app, resource, event.id)
  return opened && visibleTo(opened.resource, event.after, caller.can)
}

/** Whether the owner may hear that a record was removed: where rules hide rows, of one that an earlier request has named. */
async function mayHear(
  services: HookServices,
  resource: Resource,
  { screen, id }: RecordEvent,
  owner: SessionUser,
  hook: string,
): Promise<boolean> {
  const rules = buildCaller(owner, services).rules(resource)
  if (rules.length === tenantRule(resource, owner).length) return true
  return await hasNamed(services.db.app, { hook, screen, record: id })
}

/** Stores a request for each webhook that is about the change. Of a removed record only its id is sent. */
async function storeRequests(event: RecordEvent, services: HookServices): Promise<void> {
  const name = findEvent(event)
  const subscriptions = await services.subscriptions.find(event.screen, name)
  const entry = subscriptions.length > 0 ? services.documents.screen(event.screen) : undefined
  if (!entry) return
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  for (const subscription of subscriptions) {
    const content = { screen: event.screen, record: event.id, by: event.by.username }
    const owner = await findOwner(services, resource, event, subscription.userId)
    if (!owner) continue
    if (event.type === 'record.removed') {
      if (await mayHear(services, resource, event, owner, subscription.id))
        await storeDelivery(services.db.app, subscription, name, content)
      continue
    }
    const data = await readableValues(services, resource, event, owner)
    const move =
      event.type === 'record.moved' ? { move: event.move, ...(event.isUndone && { undone: true }) } : {}
    if (data) await storeDelivery(services.db.app, subscription, name, { ...content, ...move, data })
  }
}

export const hookSubscribers: readonly Subscriber<HookServices>[] = (
  ['record.saved', 'record.moved', 'record.removed'] as const
).map((on) => ({ on, run: storeRequests }))
