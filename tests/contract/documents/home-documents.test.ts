import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const schemas = join(import.meta.dirname, '../../../schemas')
const read = (id: string) => JSON.parse(readFileSync(join(schemas, `${id}.json`), 'utf8'))

interface Block {
  title?: string
  widget?: string
  needs?: string
  source?: { url?: string; screen?: string }
}
const readBlocks = (id: string): Block[] => read(id).blocks

it('home and workplace begin with the same open tasks, then the drafts and the last opened records', () => {
  const [home, workplace] = [readBlocks('home/analysis'), readBlocks('home/workplace')]
  expect(home[0]?.title).toBe('待办')
  expect(workplace[0]).toEqual(home[0])
  for (const blocks of [home, workplace]) expect(blocks[1]?.widget).toBe('my-work')
})

it('the numbers of visitors need the right to the log of sign-ins, which no role is proposed', () => {
  const visits = readBlocks('home/analysis').filter(({ source }) =>
    /visitInfo|loginfo/.test(source?.url ?? ''),
  )
  expect(visits.length).toBeGreaterThan(0)
  for (const { needs } of visits) expect(needs).toBe('system:login-log:list')
  expect(read('system/login-log').roles).toBeUndefined()
})

it('the latest loans of the overview are records of loans', () => {
  expect(readBlocks('catalog/overview').find(({ title }) => title === '最近的借阅')?.source?.screen).toBe(
    'reader/borrow',
  )
})

it('every recycle bin says when it is empty', () => {
  const bins = readdirSync(join(schemas, 'system')).filter((name) => name.endsWith('-recycle.json'))
  expect(bins.length).toBeGreaterThan(1)
  for (const name of bins)
    expect(read(`system/${name.slice(0, -'.json'.length)}`).list.empty).toBe('回收站是空的')
})
