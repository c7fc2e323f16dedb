import type { AppError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { DesignServices } from './services.ts'
import { readDraft } from './store.ts'
import { readSource } from './tables/sources.ts'

const refuse = defineRefusals({
  DESIGN_DRAFT_CHANGED: '这份草稿已在您的另一个页面改过、发布或放弃，请刷新页面，在现在的草稿上改',
})

/** The refusal of a page that does not know the present draft, with what there is now. */
export async function refuseChanged(
  { db, config }: Pick<DesignServices, 'db' | 'config'>,
  id: string,
  user: SessionUser,
): Promise<AppError> {
  const draft = await readDraft(db.app, id, user.id)
  const source = await readSource(config, db.app, id)
  return refuse('DESIGN_DRAFT_CHANGED', { result: { draft, current: source?.current ?? null } })
}
