import type { JsonObject } from '#runtime/kernel/json.ts'
import { defineBlockPlan, fieldOptions, isField } from '../block-plan.ts'
import type { StatisticBlock } from './shape.ts'

/** The number of the block, its target, and the smaller ones below it. */
const listFigures = (block: StatisticBlock): Pick<StatisticBlock, 'value' | 'statistics'>[] => [
  block,
  ...listTarget(block),
  ...(block.facts ?? []),
]

/** The number that is the target of the block, computed like its own number. */
const listTarget = ({
  target,
  statistics,
}: StatisticBlock): Pick<StatisticBlock, 'value' | 'statistics'>[] =>
  typeof target === 'string' ? [{ value: target, statistics }] : []

const withoutStatistics = ({ statistics: _, ...block }: JsonObject): JsonObject => block

/** The block with another number: a count has no statistics, and a field of many records needs one. */
export const withFigure = (block: JsonObject, value: string): JsonObject =>
  value === 'total'
    ? { ...withoutStatistics(block), value }
    : { ...block, value, statistics: block.statistics ?? 'sum' }

export const statisticPlan = defineBlockPlan<StatisticBlock>({
  name: 'statistic',
  title: '数字',
  isFigure: true,
  keys: (block) => listFigures(block).flatMap(({ value }) => (value === 'total' ? [] : [value])),
  limit: (block) => (listFigures(block).some(({ statistics }) => statistics) ? null : 1),
  summedKeys: (block) => [
    ...new Set(listFigures(block).flatMap(({ value, statistics }) => (statistics ? [value] : []))),
  ],
  designer: {
    icon: 'dashboard',
    starter: { title: '数字', span: 6 },
    missing: ({ value }) => (typeof value === 'string' ? undefined : '请在右边选数字'),
    bind: (block, fields) =>
      isField(block.value, fields) ? block : { ...withoutStatistics(block), value: 'total' },
    settings: (block, fields) => [
      {
        kind: 'one',
        label: '数字',
        options: [
          { value: 'total', label: '条数' },
          ...fieldOptions(fields.filter(({ isNumber }) => isNumber)),
        ],
        value: typeof block.value === 'string' ? block.value : undefined,
        change: (value) => withFigure(block, value),
      },
    ],
  },
})
