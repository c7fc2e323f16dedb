import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { codeColumn, DocumentTable, nameColumn, originColumn, stateColumn } from '../DocumentTable.tsx'
import { NewReport } from '../draft/NewReport.tsx'
import { type ReportHead, reportDesignApi } from './api.ts'

interface Props {
  onOpen(id: string): void
}

/** The address of the report's page, as its menu entry has it by default. */
const addressOf = ({ id }: ReportHead): string => `/${id}`

/** All reports: found by name and code, opened in the designer, tried and removed. */
export function ReportList({ onOpen }: Props) {
  const { http, notify } = useRuntime()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [isNew, setNew] = useState(false)
  const [modal, holder] = Modal.useModal()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['design reports'],
    queryFn: ({ signal }) => reportDesignApi(http).heads(signal),
    staleTime: 0,
  })
  const reports = data?.records ?? []
  const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase())
  const rows = reports.filter((report) => has(report.name, name) && has(report.code, code))
  const remove = async (report: ReportHead) => {
    const isSure = await modal.confirm({
      title: `删除报表「${report.name}」？`,
      content: '菜单里不再有它，用到它的选择窗口和看板会拒绝删除；以前发布的各版仍保留。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
    })
    if (!isSure) return
    try {
      await reportDesignApi(http).remove(report.id)
      await refetch()
    } catch (failure) {
      notify('error', errorMessage(failure))
    }
  }
  const showAddress = (report: ReportHead) =>
    modal.info({
      title: '配置地址',
      content: (
        <>
          菜单地址：
          <Typography.Text copyable code>
            {addressOf(report)}
          </Typography.Text>
        </>
      ),
      okText: '关闭',
    })
  return (
    <div className="pro-sheet view-design-list">
      <div className="view-design-bar">
        <Input
          allowClear
          aria-label="报表名称"
          placeholder="报表名称"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Input
          allowClear
          aria-label="编码"
          placeholder="编码"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <span className="pro-gap" />
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setNew(true)}>
          录入
        </Button>
      </div>
      <DocumentTable<ReportHead>
        rows={rows}
        isPending={isPending}
        error={error}
        onRetry={refetch}
        columns={[
          nameColumn(
            '报表名称',
            (report) => report.name,
            ({ id }) => onOpen(id),
          ),
          codeColumn('编码', (report) => report.code),
          {
            title: '查询SQL',
            width: 260,
            render: (_, { cgrSql }) => (
              <Typography.Text className="view-report-statement" ellipsis={{ tooltip: cgrSql }}>
                {cgrSql}
              </Typography.Text>
            ),
          },
          originColumn(),
          stateColumn(
            ({ hasDraft, origin }) => hasDraft && origin !== null && <Tag color="orange">有草稿</Tag>,
          ),
          { title: '创建时间', width: 150, render: (_, { createTime }) => createTime?.slice(0, 16) },
          {
            title: '操作',
            width: 280,
            ...(isNarrow ? {} : { fixed: 'right' as const }),
            render: (_, report) => (
              <>
                <Button type="link" size="small" onClick={() => onOpen(report.id)}>
                  编辑
                </Button>
                {report.origin && (
                  <>
                    <Button type="link" size="small" onClick={() => navigate(addressOf(report))}>
                      功能测试
                    </Button>
                    <Button type="link" size="small" onClick={() => void showAddress(report)}>
                      配置地址
                    </Button>
                  </>
                )}
                {report.origin !== 'file' && report.origin !== 'local' && (
                  <Button type="link" size="small" danger onClick={() => void remove(report)}>
                    删除
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {isNew && <NewReport reports={reports} onClose={() => setNew(false)} onCreated={onOpen} />}
      {holder}
    </div>
  )
}
