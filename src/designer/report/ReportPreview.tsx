import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { ReportScreen } from '#runtime/screens/report/ReportScreen.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { getKey, listFields } from '../document-edit.ts'
import { reportDesignApi } from '../report-api.ts'
import { TrialFrame } from './TrialFrame.tsx'
import { MAX_TRIAL_ROWS } from './trial-http.ts'

const ownView = ''

/** The draft as staff will see it, on real rows: for the user, or with the permissions of a role. */
export function ReportPreview({ document, isNew }: { document: JsonObject; isNew: boolean }) {
  const { http } = useServices()
  const [roleId, setRoleId] = useState(ownView)
  const label = useId()
  const roles = useQuery({
    queryKey: ['design roles'],
    queryFn: ({ signal }) => reportDesignApi(http).roles(signal),
  })
  const drawn = useDeferredValue(document)
  const stamp = `${JSON.stringify(drawn)} ${roleId}`
  return (
    <>
      <div className="view-report-bar">
        <label htmlFor={label}>谁来看</label>
        <Select
          id={label}
          value={roleId}
          showSearch
          optionFilterProp="label"
          options={[
            { value: ownView, label: '我' },
            ...(roles.data ?? []).map(({ id, name }) => ({ value: id, label: `角色「${name}」` })),
          ]}
          onChange={setRoleId}
        />
        <span className="view-design-hint">
          真实数据，每页最多 {MAX_TRIAL_ROWS} 行，
          {isNew && roleId !== ownView ? '发布并给角色授权后是这样' : '发布前别人看不到'}
        </span>
      </div>
      <Boundary
        stamp={stamp}
        failed={() => <StateNote title="这样还画不出来" text="请先改好下面列出的错误，预览随后恢复。" />}
      >
        <Drawn key={stamp} body={drawn} roleId={roleId} />
      </Boundary>
    </>
  )
}

function Drawn({ body, roleId }: { body: JsonObject; roleId: string }) {
  const [visible, setVisible] = useState<readonly string[] | null>(null)
  // Columns that the role does not see are known with the first rows.
  const report = useMemo(() => {
    const isVisible = (field: JsonObject) => visible === null || visible.includes(getKey(field))
    return asDocumentWith(
      drawableDocument({ ...body, fields: listFields(body).filter(isVisible) }),
      'hasQuery',
    )
  }, [body, visible])
  return (
    <TrialFrame
      body={body}
      {...(roleId === ownView ? {} : { roleId })}
      onRows={(rows) => setVisible((old) => (isSameJson(old, rows.columns) ? old : rows.columns))}
    >
      <div className="pro-page view-report-page">{report && <ReportScreen document={report} />}</div>
    </TrialFrame>
  )
}
