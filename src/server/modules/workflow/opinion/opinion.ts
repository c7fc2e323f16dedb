import { sql } from 'kysely'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { openScreen } from '../../../records/access/workflows.ts'
import type { RecordServices } from '../../../records/services.ts'
import type { LogEntry } from '../../../records/workflow/case-store.ts'
import type { SessionServices } from '../../session/interface.ts'
import { requirePeople } from '../people.ts'
import type { ActBody } from '../shape.ts'
import { addPhrase } from './phrases.ts'

const refuse = defineRefusals({
  OPINION_FILE_FOREIGN: '附件要由您自己上传：请在意见里重新上传',
  MENTION_BLIND: '「{person}」没有查看「{screen}」的权限，提到了也打不开：请换一个人，或请系统管理员授权',
})

export type OpinionServices = RecordServices & { sessions: Pick<SessionServices['sessions'], 'person'> }

/** What a user adds to an action on a task. */
export type Opinion = Required<Pick<LogEntry, 'opinion' | 'files' | 'mentions'>>

async function requireOwnFiles(
  { db }: Pick<OpinionServices, 'db'>,
  { username }: SessionUser,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return
  const { rows } = await sql<{ path: string }>`
    select path from sys_file where path = any(${files}::text[]) and create_by = ${username}`.execute(db.app)
  if (rows.length < files.length) throw refuse('OPINION_FILE_FOREIGN')
}

/** Refuses to name people who could not open the record: a message with a link that is refused helps nobody. */
async function requireReaders(
  { db, documents, sessions }: OpinionServices,
  task: string,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return
  await requirePeople(db.app, accounts)
  const { rows: cases } = await sql<{ screen: string }>`
    select screen from sys_workflow_task where id = ${task}`.execute(db.app)
  const resource = openScreen(documents, cases[0]?.screen ?? '')
  if (!resource) return
  const { rows } = await sql<{ id: string; realname: string }>`
    select id, realname from sys_user where username = any(${accounts}::text[])`.execute(db.app)
  for (const { id, realname } of rows) {
    const person = await sessions.person(id)
    if (!person || !holds(person, codeOfAction(resource.screen, 'detail')))
      throw refuse('MENTION_BLIND', { values: { person: realname, screen: resource.screen.title } })
  }
}

/** The opinion of a request, checked before the transaction begins. */
export async function readOpinion(
  services: OpinionServices,
  user: SessionUser,
  { task, opinion = '', files = [], mentions = [] }: Pick<ActBody, 'task' | 'opinion' | 'files' | 'mentions'>,
): Promise<Opinion> {
  await requireOwnFiles(services, user, files)
  const others = mentions.filter((account) => account !== user.username)
  await requireReaders(services, task, others)
  return { opinion: opinion.trim(), files, mentions: others }
}

/** Keeps the opinion among the user's own phrases, where the user asks for it. */
export async function keepPhrase(
  trx: Trx,
  { username }: SessionUser,
  { opinion }: Pick<Opinion, 'opinion'>,
  isKept: boolean | undefined,
): Promise<void> {
  if (isKept && opinion !== '') await addPhrase(trx, username, opinion)
}
