import { useEffect, useState } from 'react'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'

/** A type of steps, from the shape of the language: its title and the words that it may have. */
export interface StepKind {
  type: string
  title: string
  words: SettingsPanel
}

export type StepKinds = ReadonlyMap<string, StepKind>

export const findWord = (kind: StepKind | undefined, key: string): PanelWord | undefined =>
  kind?.words.find(({ field }) => field.key === key)

export const hasBranches = (kind: StepKind | undefined): boolean => findWord(kind, 'branches') !== undefined

/** The text of a word that is one of several. */
export const optionText = (word: PanelWord | undefined, value: unknown): string | undefined => {
  const option = listObjects(word?.field.options).find((entry) => entry.value === value)
  return option && String(option.text)
}

async function loadKinds(): Promise<StepKinds> {
  const head = await loadPanel('step')
  const options = listObjects(head.find(({ field }) => field.key === 'type')?.field.options)
  const kinds = await Promise.all(
    options.map(async ({ value, text }): Promise<[string, StepKind]> => {
      const type = String(value)
      return [type, { type, title: String(text), words: await loadPanel(`step.${type}`) }]
    }),
  )
  return new Map(kinds)
}

/** The types of steps; null while they are loading. */
export function useStepKinds(): StepKinds | null {
  const [kinds, setKinds] = useState<StepKinds | null>(null)
  useEffect(() => {
    let isGone = false
    void loadKinds().then((loaded) => !isGone && setKinds(loaded))
    return () => {
      isGone = true
    }
  }, [])
  return kinds
}

/** What a new step of a type starts with, where an empty one would say nothing. */
const starters: Readonly<Record<string, JsonObject>> = {
  approve: { to: { heads: 1 } },
  fill: { to: { heads: 1 } },
  copy: { to: { heads: 1 } },
  branch: { branches: [{ title: '条件一' }, { title: '其他' }] },
  parallel: { branches: [{ title: '分支一' }, { title: '分支二' }] },
}

export const newStep = ({ type, title }: StepKind): JsonObject => ({
  key: type,
  title,
  type,
  ...structuredClone(starters[type] ?? {}),
})

/** A step of another type, with the words that both types have. */
export function withType(step: JsonObject, kind: StepKind): JsonObject {
  const words = new Set(['key', 'title', ...kind.words.map(({ field }) => field.key)])
  const remaining = Object.entries(step).filter(([key]) => words.has(key) || key.startsWith('x-'))
  return { ...Object.fromEntries(remaining), type: kind.type }
}

const digits = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** The title of a new branch. */
export const branchTitle = (step: JsonObject | undefined, number: number): string =>
  `${step?.type === 'branch' ? '条件' : '分支'}${digits[number - 1] ?? number}`

/** The name of a step or of a branch. */
export const partTitle = (part: JsonObject, kind?: StepKind): string =>
  typeof part.title === 'string' && part.title !== '' ? part.title : (kind?.title ?? '没有名称')
