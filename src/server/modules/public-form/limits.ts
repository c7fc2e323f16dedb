import { appError } from '#runtime/kernel/errors.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import { DEFAULT_PER_ADDRESS, DEFAULT_PER_DAY } from '#runtime/schema/kinds/screen/public/shape.ts'
import type { PublicFormView } from '#runtime/schema/kinds/screen/public/view.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { countAll, type Limit, readCounts, uncount } from '../session/interface.ts'
import type { OpenForm } from './open-form.ts'

const refuse = defineRefusals({
  PUBLIC_FORM_WAITING: '还没有到可以填写的日子',
  PUBLIC_FORM_CLOSED: '已经截止，不再收了',
  PUBLIC_FORM_FULL: '今天收到的已经满了，请明天再来',
})

const DAY_MINUTES = 24 * 60

/** The submissions of this form today, by everyone. */
function dayLimit({ resource, form }: OpenForm): readonly [Limit, string] {
  const most = form.limits?.day ?? DEFAULT_PER_DAY
  const limit = { scope: 'public-form day', most, minutes: DAY_MINUTES }
  return [limit, `${resource.screen.id} ${formatDate(currentTime())}`]
}

/** The submissions of this form in the last hour, by the address. */
function addressLimit({ resource, form }: OpenForm, ip: string): readonly [Limit, string] {
  const most = form.limits?.address ?? DEFAULT_PER_ADDRESS
  return [{ scope: 'public-form ip', most, minutes: 60 }, `${resource.screen.id} ${ip}`]
}

/** Counts a submission, or refuses it; the returned function takes it back, for one that was not saved. */
export async function countSubmission(db: Db, open: OpenForm, ip: string): Promise<() => Promise<void>> {
  const day = dayLimit(open)
  const address = addressLimit(open, ip)
  const takeBack = () => uncount(db, [day, address])
  const [ofDay = 0, ofAddress = 0] = await countAll(db, [day, address])
  if (ofDay <= day[0].most && ofAddress <= address[0].most) return takeBack
  await takeBack()
  throw ofAddress > address[0].most ? appError('TOO_MANY') : refuse('PUBLIC_FORM_FULL')
}

/** Whether the form takes submissions now. */
export async function readFormState(db: Db, open: OpenForm): Promise<PublicFormView['state']> {
  const { opens, closes } = open.form
  const today = formatDate(currentTime())
  if (opens !== undefined && today < opens) return 'waiting'
  if (closes !== undefined && today > closes) return 'closed'
  const day = dayLimit(open)
  const [count = 0] = await readCounts(db, [day])
  return count >= day[0].most ? 'full' : 'open'
}

export async function requireOpen(db: Db, open: OpenForm): Promise<void> {
  const state = await readFormState(db, open)
  if (state === 'waiting') throw refuse('PUBLIC_FORM_WAITING')
  if (state === 'closed') throw refuse('PUBLIC_FORM_CLOSED')
  if (state === 'full') throw refuse('PUBLIC_FORM_FULL')
}
