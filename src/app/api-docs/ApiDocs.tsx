import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Select, Spin, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { Description } from './Description.tsx'

/** 在线文档: the HTTP interface of the records of each screen, drawn from its description in OpenAPI. */
export function ApiDocs() {
  const { http } = useServices()
  const { data: index } = useQuery(indexQuery(http))
  const [chosen, setChosen] = useState<string | null>(null)
  const options = useMemo(
    () =>
      (index ?? [])
        .filter((entry) => hasCapability(entry, 'hasTable'))
        .map(({ id, title }) => ({ value: id, label: `${title} ${id}` }))
        .sort((a, b) => a.label.localeCompare(b.label, 'zh-CN')),
    [index],
  )
  const screen = chosen ?? options[0]?.value ?? null
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['api-docs', screen],
    queryFn: async ({ signal }) => {
      const { blob } = await http.download(`/api-docs/${screen}`, undefined, signal)
      return JSON.parse(await blob.text()) as object
    },
    enabled: screen !== null,
    staleTime: 60_000,
    retry: false,
  })
  return (
    <Flex vertical gap="small" style={{ padding: 16 }}>
      <Flex wrap gap="small" align="center">
        <Select
          aria-label="界面"
          style={{ width: 360, maxWidth: '100%' }}
          value={screen}
          options={options}
          showSearch
          optionFilterProp="label"
          placeholder="请选择或查找界面"
          onChange={setChosen}
        />
        <Typography.Text type="secondary">
          {screen === null ? '' : `OpenAPI 地址：/api-docs/${screen}（带 X-Api-Key 或 X-Access-Token）`}
        </Typography.Text>
      </Flex>
      {error && (
        <Alert
          type="error"
          showIcon
          message={errorMessage(error)}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      )}
      {isFetching && !data && <Spin />}
      {data && <Description key={screen} spec={data} />}
    </Flex>
  )
}
