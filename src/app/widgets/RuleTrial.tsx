import { Flex, Typography } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { type FailedStep, failedStep, ruleSteps } from '#runtime/rules/check-rule.ts'
import { compilePattern } from '#runtime/rules/patterns.ts'

/** The pattern as the browser compiles it; one that it cannot read is a fault of its row, not of the value. */
function compile(pattern: string) {
  const compiled = compilePattern(pattern)
  return compiled.ok ? compiled.value : { test: () => true }
}

/** Tries a text against the rule in the form, saved or not, and shows the part that fails. */
export function RuleTrial({ json }: { json: string | null }) {
  const [text, setText] = useState('')
  const failed = failedStep(text, ruleSteps(json), compile)
  return (
    <Flex vertical gap="small">
      <Typography.Text>
        功能测试 <Typography.Text type="secondary">输入一个值，看它符不符合上面的规则</Typography.Text>
      </Typography.Text>
      <Input
        aria-label="功能测试的值"
        value={text}
        allowClear
        maxLength={200}
        status={failed ? 'error' : ''}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status">
        {failed ? (
          <FailedPart text={text} failed={failed} />
        ) : (
          text !== '' && <Typography.Text type="success">该值符合规则！</Typography.Text>
        )}
      </div>
    </Flex>
  )
}

function FailedPart({ text, failed }: { text: string; failed: FailedStep }) {
  const { beginIndex, endIndex, message } = failed
  const isOne = endIndex <= beginIndex + 1
  return (
    <Flex vertical>
      <Typography.Text type="danger">{message}</Typography.Text>
      <Typography.Text>
        {text.slice(0, beginIndex)}
        <Typography.Text mark>{text.slice(beginIndex, endIndex)}</Typography.Text>
        {text.slice(endIndex)}{' '}
        <Typography.Text type="secondary">
          {isOne ? `第 ${beginIndex + 1} 位` : `第 ${beginIndex + 1} 到 ${endIndex} 位`}
        </Typography.Text>
      </Typography.Text>
    </Flex>
  )
}
