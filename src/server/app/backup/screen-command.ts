import { fieldValues } from '#runtime/fields/values.ts'
import { formatDateTime, isDateTime } from '#runtime/kernel/time.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import type { Config } from '../../platform/config.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { bringBack, ChangedMeanwhile } from '../../records/as-of/bring-back.ts'
import { buildPlan, type Difference, type Plan } from '../../records/as-of/plan.ts'
import { getResource } from '../../records/resource.ts'
import { systemAuthor } from '../../records/then/author.ts'
import { writeRecords } from '../../records/transaction.ts'
import type { Services } from '../services.ts'
import { withServices } from '../with-services.ts'
import { formatCount } from './report.ts'

/** Records of one kind that the plan lists. */
const MAX_LISTED = 20

interface Wish {
  screen: string
  /** `2026-11-30 08:00:00`, in China. */
  time: string
  /** Records that were changed since get their former values too. */
  isOverwriting: boolean
  isDry: boolean
}

type Say = (text: string) => void

function checkTime(config: Config, time: string): void {
  if (!isDateTime(time))
    throw new BackupError('--as-of has to be a moment like "2026-11-30 08:00:00", in China.')
  const now = currentTime()
  if (time > formatDateTime(now)) throw new BackupError(`--as-of ${time} is later than now.`)
  const { versionKeepDays } = config
  const oldest = formatDateTime(new Date(now.getTime() - versionKeepDays * 86_400_000))
  if (versionKeepDays > 0 && time < oldest)
    throw new BackupError(
      `Versions of records are kept since ${oldest} (VERSION_KEEP_DAYS=${versionKeepDays}). Restore a back-up of that time into an empty place.`,
    )
}

function list(say: Say, title: string, lines: readonly string[]): void {
  say(`  ${title}: ${formatCount(lines.length)}`)
  for (const line of lines.slice(0, MAX_LISTED)) say(`    ${line}`)
  if (lines.length > MAX_LISTED) say(`    and ${formatCount(lines.length - MAX_LISTED)} more`)
}

const describe = ({ id, stored, keys }: Difference): string => {
  const { updateBy, updateTime, createBy, createTime } = stored ?? {}
  const last = stored ? `, last saved by ${updateBy ?? createBy} at ${updateTime ?? createTime}` : ''
  return `${id}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}${last}`
}

function showPlan(say: Say, { removed, changed, refused, same, added }: Plan, { isOverwriting }: Wish): void {
  list(say, 'removed since, to be brought back', removed.map(describe))
  list(
    say,
    isOverwriting
      ? 'changed since, to be overwritten'
      : 'changed since, left as they are (--overwrite brings them back)',
    changed.map(describe),
  )
  list(
    say,
    'left as they are',
    refused.map(({ id, reason }) => `${id}: ${reason}`),
  )
  say(`  as they were: ${formatCount(same)}; added since and left: ${formatCount(added)}`)
}

/**
 * `npm run restore -- --screen ID --as-of TIME`: brings the records of a screen back as they were, from the versions that each
 * change has left. Newer values are overwritten only where the wish says so, and stay in the history.
 */
export async function runScreen(config: Config, wish: Wish, say: Say): Promise<void> {
  checkTime(config, wish.time)
  await withServices({ ...config, demo: false, bench: false }, (services) =>
    bringScreenBack(services, wish, say),
  )
}

async function bringScreenBack(services: Services, wish: Wish, say: Say): Promise<void> {
  const entry = services.documents.screen(wish.screen)
  if (!entry) throw new BackupError(`There is no screen ${wish.screen} with records.`)
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const plan = await buildPlan(services.db.app, resource, wish.time)
  say(`${wish.screen} as of ${wish.time}:`)
  showPlan(say, plan, wish)
  const chosen = [...plan.removed, ...(wish.isOverwriting ? plan.changed : [])]
  if (wish.isDry || chosen.length === 0) {
    say('Nothing was written.')
    return
  }
  await writeRecords(services, (transaction) => bringBack(transaction, resource, chosen)).catch(
    (error: unknown) => {
      if (error instanceof ChangedMeanwhile)
        throw new BackupError(
          `${error.message} was saved meanwhile; nothing was written. Run the command again.`,
        )
      throw error
    },
  )
  await note(services, wish, resource.screen.title, chosen)
  say(`${formatCount(chosen.length)} records brought back; their former values are in their history.`)
}

/** The line of the operation log. */
const note = (
  { audit }: Services,
  { screen, time }: Wish,
  title: string,
  chosen: readonly Difference[],
): Promise<void> =>
  audit.append({
    log_content: `恢复${title}到 ${time}（${chosen.length} 条）`,
    operate_type: 3,
    userid: systemAuthor.id,
    username: systemAuthor.username,
    tenant: null,
    ip: null,
    method: 'restore',
    request_url: null,
    request_type: null,
    request_param: null,
    target: `${screen}:${chosen
      .slice(0, MAX_LISTED)
      .map(({ id }) => id)
      .join(',')}`,
    before_values: null,
    after_values: null,
    cost_time: 0,
    ok: 1,
  })
