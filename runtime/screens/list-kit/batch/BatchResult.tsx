import { Modal, Table } from 'antd'

/** A record that was not changed, as the server names it. */
export interface BatchFailure {
  id: string
  /** Empty for a record that the user may not see. */
  name: string
  text: string
}

interface Props {
  count: number
  failures: readonly BatchFailure[]
  onClose(): void
}

/** Which records of a batch edit were refused, and why. */
export const BatchResult = ({ count, failures, onClose }: Props) => (
  <Modal
    open
    maskClosable={false}
    title={`已修改 ${count} 条，${failures.length} 条没有修改`}
    width={560}
    okText="知道了"
    cancelButtonProps={{ hidden: true }}
    onOk={onClose}
    onCancel={onClose}
  >
    <Table<BatchFailure>
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ y: 320 }}
      dataSource={[...failures]}
      columns={[
        { title: '编号', dataIndex: 'name', width: 180, render: (name: string) => name || '—' },
        { title: '原因', dataIndex: 'text' },
      ]}
    />
  </Modal>
)
