import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Flex, InputNumber, Select, Table, Typography } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import type { ColumnsType } from 'antd/es/table'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type CheckStep, type CheckTables, patternFault, readSteps, writeSteps } from './check-steps.ts'
import { RuleTrial } from './RuleTrial.tsx'

const blank: CheckStep = { digits: '1', pattern: '', message: '', priority: '1' }
const priorities = [
  { value: '1', label: '优先运行' },
  { value: '0', label: '最后运行' },
]

/** The steps of a check rule in two tables, 局部规则 and 全局规则; the value is their JSON text. */
export function CheckSteps({ id, value, onChange, disabled, readOnly, field }: ControlProps) {
  const json = typeof value === 'string' ? value : ''
  const tables = readSteps(json)
  const isFixed = disabled || readOnly || false
  if (!tables)
    return (
      <TextArea
        id={id}
        aria-label={getTitle(field)}
        value={json}
        disabled={isFixed}
        rows={4}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  const put = (name: keyof CheckTables, steps: CheckStep[]) =>
    onChange(writeSteps({ ...tables, [name]: steps }))
  return (
    <Flex id={id} vertical gap="middle">
      <Steps
        title="局部规则"
        note="从左到右，每条检查接下来的几位"
        steps={tables.local}
        isFixed={isFixed}
        onChange={(steps) => put('local', steps)}
      />
      <Steps
        title="全局规则"
        note="每条检查整个值"
        isWhole
        steps={tables.whole}
        isFixed={isFixed}
        onChange={(steps) => put('whole', steps)}
      />
      {!readOnly && <RuleTrial json={json} />}
    </Flex>
  )
}

interface StepsProps {
  title: string
  note: string
  steps: CheckStep[]
  isWhole?: boolean
  isFixed: boolean
  onChange(steps: CheckStep[]): void
}

function Steps({ title, note, steps, isWhole = false, isFixed, onChange }: StepsProps) {
  const change = (at: number, patch: Partial<CheckStep>) =>
    onChange(steps.map((step, place) => (place === at ? { ...step, ...patch } : step)))
  const named = (name: string, at: number) => `${title}第 ${at + 1} 条的${name}`
  const columns: ColumnsType<CheckStep> = [
    isWhole
      ? {
          title: '优先级',
          width: 120,
          render: (_, { priority }, at) => (
            <Select
              aria-label={named('优先级', at)}
              value={priority}
              disabled={isFixed}
              options={priorities}
              onChange={(next) => change(at, { priority: next })}
            />
          ),
        }
      : {
          title: '位数',
          width: 90,
          render: (_, { digits }, at) => (
            <InputNumber
              aria-label={named('位数', at)}
              value={Number(digits) || null}
              disabled={isFixed}
              min={1}
              precision={0}
              onChange={(next) => change(at, { digits: String(next ?? 1) })}
            />
          ),
        },
    {
      title: '规则（正则表达式）',
      render: (_, { pattern }, at) => (
        <Input
          aria-label={named('规则', at)}
          value={pattern}
          disabled={isFixed}
          status={patternFault(pattern) ? 'error' : ''}
          title={patternFault(pattern) ?? undefined}
          onChange={({ target }) => change(at, { pattern: target.value })}
        />
      ),
    },
    {
      title: '提示文本',
      render: (_, { message }, at) => (
        <Input
          aria-label={named('提示文本', at)}
          value={message}
          disabled={isFixed}
          status={message === '' ? 'error' : ''}
          onChange={({ target }) => change(at, { message: target.value })}
        />
      ),
    },
    {
      width: 48,
      render: (_, __, at) =>
        isFixed ? null : (
          <Button
            type="text"
            aria-label={`删除${title}第 ${at + 1} 条`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange(steps.filter((_step, place) => place !== at))}
          />
        ),
    },
  ]
  return (
    <div>
      <Flex align="center" justify="space-between" gap="small">
        <Typography.Text>
          {title} <Typography.Text type="secondary">{note}</Typography.Text>
        </Typography.Text>
        {!isFixed && (
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => onChange([...steps, { ...blank, digits: isWhole ? '*' : '1' }])}
          >
            新增
          </Button>
        )}
      </Flex>
      <Table<CheckStep>
        size="small"
        rowKey={(step) => steps.indexOf(step)}
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={steps}
        columns={columns}
        locale={{ emptyText: '没有规则' }}
      />
    </div>
  )
}
