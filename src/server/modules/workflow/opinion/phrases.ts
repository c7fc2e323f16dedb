import { sql } from 'kysely'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db, Trx } from '../../../platform/store/database.ts'

const refuse = defineRefusals({
  PHRASE_LENGTH: '常用意见要有 1 到 {max} 个字，现在有 {count} 个，请改短以后再存',
  PHRASES_FULL: '常用意见最多存 {max} 条，请先在「更多」里的「常用意见」里删掉不用的',
})

/** Characters of a phrase, and phrases of a user. */
const MAX_TEXT = 200
const MAX_PHRASES = 50

/** A sentence that a user often writes as an opinion. */
export interface Phrase {
  id: string
  text: string
}

/** The own phrases of a user, the newest last. */
export async function readPhrases(db: Db, username: string): Promise<Phrase[]> {
  const { rows } = await sql<Phrase>`
    select id::text, phrase as text from sys_workflow_phrase where username = ${username} order by id`.execute(
    db,
  )
  return rows
}

/** Keeps a phrase; one that the user has already is kept once. */
export async function addPhrase(trx: Trx, username: string, written: string): Promise<void> {
  const text = written.trim()
  if (text === '' || text.length > MAX_TEXT)
    throw refuse('PHRASE_LENGTH', { values: { max: MAX_TEXT, count: text.length } })
  await sql`select pg_advisory_xact_lock(hashtext(${`workflow phrases ${username}`}))`.execute(trx)
  const phrases = await readPhrases(trx, username)
  if (phrases.some((phrase) => phrase.text === text)) return
  if (phrases.length >= MAX_PHRASES) throw refuse('PHRASES_FULL', { values: { max: MAX_PHRASES } })
  await sql`insert into sys_workflow_phrase (username, phrase) values (${username}, ${text})`.execute(trx)
}

export async function removePhrase(trx: Trx, username: string, id: string): Promise<void> {
  await sql`delete from sys_workflow_phrase where id::text = ${id} and username = ${username}`.execute(trx)
}
