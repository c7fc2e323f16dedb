import { Alert, ConfigProvider, Modal, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { buildCron } from '#runtime/kernel/cron/build-model.ts'
import { cronRules } from '#runtime/kernel/cron/expression.ts'
import { type CronModel, emptyCronModel } from '#runtime/kernel/cron/model.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { parseModel } from '#runtime/kernel/cron/parse-model.ts'
import { CronPreview } from './CronPreview.tsx'
import { DayModes } from './DayModes.tsx'
import { UnitModes } from './UnitModes.tsx'

interface Props {
  title: string
  /** The current expression; an empty one opens the form with its defaults. */
  text: string
  /** The longest expression that the field holds. */
  maxLength: number
  onBuilt(text: string): void
  onClose(): void
}

const scrolled = { maxHeight: 'calc(100vh - 200px)', overflow: 'auto' } as const
const notice = { marginBlockEnd: 12 }
/** The tabs; the tab of the day holds the modes of the week too, because one mode decides about both. */
const units = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const

/** The form of an expression: modes for each unit, what it says, and its next runs. */
export function CronDialog({ title, text, maxLength, onBuilt, onClose }: Props) {
  const opened = useMemo(() => (text.trim() === '' ? null : parseModel(text)), [text])
  const [model, setModel] = useState<CronModel>(() => (opened?.ok ? opened.value : emptyCronModel()))
  const [openedAt] = useState(() => new Date())
  const built = buildCron(model)
  const isTooLong = built.length > maxLength
  const change = <K extends keyof CronModel>(unit: K, keys: Partial<CronModel[K]>) =>
    setModel((before) => ({ ...before, [unit]: { ...before[unit], ...keys } }))
  const panes = units.map((unit) => ({
    key: unit,
    label: unit === 'day' ? '日和周' : cronRules[unit].title,
    children:
      unit === 'day' ? (
        <DayModes
          day={model.day}
          week={model.week}
          onDay={(keys) => change('day', keys)}
          onWeek={(keys) => change('week', keys)}
        />
      ) : (
        <UnitModes unit={unit} model={model[unit]} onChange={(keys) => change(unit, keys)} />
      ),
  }))
  return (
    // The controls of a form on a phone have no borders; those of its dialogs have.
    <ConfigProvider variant="outlined">
      <Modal
        open
        maskClosable={false}
        title={title}
        width="min(608px, calc(100vw - 32px))"
        style={{ top: 24 }}
        styles={{ body: scrolled }}
        okText="确定"
        cancelText="取消"
        okButtonProps={{ disabled: isTooLong || !parseCron(built).ok }}
        onOk={() => onBuilt(built)}
        onCancel={onClose}
      >
        {opened?.ok === false && (
          <Alert
            type="warning"
            style={notice}
            message={`现有的表达式「${text}」没有填进表单：${opened.text}`}
          />
        )}
        <Tabs items={panes} size="small" />
        <CronPreview text={built} after={openedAt} />
        {isTooLong && (
          <Alert type="error" message={`表达式不能超过 ${maxLength} 个字，请少选几个，或改用范围`} />
        )}
      </Modal>
    </ConfigProvider>
  )
}
