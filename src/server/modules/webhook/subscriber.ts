import { fieldValues } from '#runtime/fields/values.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { buildCaller } from '../../records/caller.ts'
import type { RecordEvent, Subscriber } from '../../records/events.ts'
import { visibleTo } from '../../records/read/record.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import type { SessionServices } from '../session/interface.ts'
import { storeDelivery } from './store-delivery.ts'
import type { HookEvent, Subscriptions } from './subscriptions.ts'

export type HookServices = ReadServices & Pick<SessionServices, 'sessions'> & { subscriptions: Subscriptions }

const findEvent = (event: RecordEvent): HookEvent => {
  if (event.type === 'record.removed') return 'removed'
  if (event.type === 'record.moved') return 'moved'
  return event.before === null ? 'added' : 'changed'
}

/** The user in the tenant of the change; undefined if the user may not enter it. */
function inTenant(
  user: SessionUser,
  { isTenantBound }: Resource,
  tenantId?: number,
): SessionUser | undefined {
  if (!isTenantBound || tenantId === undefined) return user
  return user.tenants?.includes(tenantId) ? { ...user, tenantId } : undefined
}

/** The values of the record that the owner of a webhook may read; undefined where the owner may not open it. */
async function readableValues(
  services: HookServices,
  resource: Resource,
  event: Exclude<RecordEvent, { type: 'record.removed' }>,
  userId: string,
): Promise<object | undefined> {
  const found = await services.sessions.person(userId)
  const owner = found && inTenant(found, resource, event.by.tenantId)
  if (!owner) return undefined
  const caller = buildCaller(owner, services)
  if (!caller.can(codeOfAction(resource.screen, 'detail'))) return undefined
  const opened = await caller.open(services.db.app, resource, event.id)
  return opened && visibleTo(opened.resource, event.after, caller.can)
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
    if (event.type === 'record.removed') {
      if (await services.sessions.person(subscription.userId))
        await storeDelivery(services.db.app, subscription, name, content)
      continue
    }
    const data = await readableValues(services, resource, event, subscription.userId)
    const move = event.type === 'record.moved' ? { move: event.move } : {}
    if (data) await storeDelivery(services.db.app, subscription, name, { ...content, ...move, data })
  }
}

export const hookSubscribers: readonly Subscriber<HookServices>[] = (
  ['record.saved', 'record.moved', 'record.removed'] as const
).map((on) => ({ on, run: storeRequests }))
