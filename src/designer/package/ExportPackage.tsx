import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { readText } from '#runtime/kernel/json.ts'
import { findKindPlan } from '#runtime/schema/kinds/plans.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { saveFile } from '#runtime/ui/save-file.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { designApi, type PackageEntry } from '../api.ts'
import '../designer.css'
import './package.css'

const outsideTitles = {
  dict: '字典',
  picker: '选择器',
  document: '文档',
  role: '角色',
  dataSource: '数据源',
}

/** Saves the chosen documents of the list, with those that they need, as one file. */
export function ExportPackage({ rows = [], onClose }: ActionViewProps) {
  const { http, notify, can } = useServices()
  const ids = rows.flatMap(({ design, origin }) => (origin === 'draft' ? [] : [readText(design)]))
  const { data, error } = useQuery({
    queryKey: ['design package', ids],
    queryFn: () => designApi(http).packageEntries(ids),
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const [parts, setParts] = useState({ roles: true, menu: true })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isWanted = ({ id, isSystem, neededBy }: PackageEntry) =>
    changed[id] ?? (neededBy.length === 0 || !isSystem)
  const entries = data?.documents ?? []
  const wanted = entries.filter(isWanted)
  const titles = new Map(entries.map(({ id, title }) => [id, title]))
  const save = async () => {
    setBusy(true)
    try {
      const file = await designApi(http).exportPackage(
        wanted.map(({ id }) => id),
        parts,
      )
      const [first] = wanted
      const name = `${first?.title ?? '文档'}${wanted.length > 1 ? `等 ${wanted.length} 份` : ''}.json`
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), name)
      notify('success', `已导出 ${wanted.length} 份文档`)
      onClose()
    } catch (reason) {
      setFailure(errorMessage(reason))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title="导出文档包"
      width={640}
      okText={`导出 ${wanted.length} 份`}
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: wanted.length === 0 }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {ids.length === 0 && <Alert type="warning" showIcon message="还没有发布的草稿不能导出，请先发布" />}
        {(failure || error) && <Alert type="error" showIcon message={failure || errorMessage(error)} />}
        {ids.length > 0 && !data && !error && <TextSkeleton rows={4} />}
        {data && (
          <>
            <p>选中的文档和它们要用到的，已发布的样子；不带数据、人员和密码。</p>
            <ul className="view-package">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Checkbox
                    checked={isWanted(entry)}
                    onChange={({ target }) => setChanged({ ...changed, [entry.id]: target.checked })}
                  >
                    {entry.title} <code>{entry.id}</code>
                  </Checkbox>
                  <small>
                    {findKindPlan(entry)?.title}
                    {entry.neededBy.length > 0 &&
                      `，${entry.neededBy.map((id) => titles.get(id) ?? id).join('、')}要用`}
                    {entry.isSystem && entry.neededBy.length > 0 && '，各处都随系统安装，不必带'}
                  </small>
                </li>
              ))}
            </ul>
            <p className="view-package-parts">
              {can('role:grant') && (
                <Checkbox
                  checked={parts.roles}
                  onChange={({ target }) => setParts({ ...parts, roles: target.checked })}
                >
                  带上角色对这些文档的权限
                </Checkbox>
              )}
              {can('permission:list') && (
                <Checkbox
                  checked={parts.menu}
                  onChange={({ target }) => setParts({ ...parts, menu: target.checked })}
                >
                  带上改过的菜单
                </Checkbox>
              )}
            </p>
            {data.outside.length > 0 && (
              <p className="view-design-hint">
                导入的地方还要有：
                {data.outside.map(({ kind, name }) => `${outsideTitles[kind]}「${name}」`).join('、')}
              </p>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
