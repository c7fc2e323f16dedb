import { defineKindPlan, typedBlocks } from '../../kind-plan.ts'

export const panelPlan = defineKindPlan({
  name: 'panel',
  title: '看板',
  isPage: true,
  arrangesBlocks: true,
  hasSettings: true,
  list: typedBlocks,
})
