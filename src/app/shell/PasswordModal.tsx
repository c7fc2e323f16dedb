import { Alert, App, Form, Input, Modal } from 'antd'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { AppError, errorText } from '../../../runtime/kernel/errors.ts'
import { http } from '../session/http.ts'
import { userAtom } from '../session/state.ts'

interface Values {
  oldpassword: string
  password: string
  confirmpassword: string
}

const differ = '两次输入的密码不一样！'
const textOf = (error: unknown) => (error instanceof AppError ? error.text : errorText('UNKNOWN_ERROR'))

/** Loaded when it is first asked for. */
export default function PasswordModal({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { message } = App.useApp()
  const [user, setUser] = useAtom(userAtom)
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const save = async (values: Values) => {
    if (!user) return
    setBusy(true)
    setRefusal(null)
    try {
      const answer = await http.send('PUT', '/sys/user/updatePassword', {
        username: user.username,
        ...values,
      })
      message.success(answer.message)
      setUser({ ...user, mustChange: false })
      onClose()
    } catch (error) {
      setRefusal(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title="修改密码"
      width={440}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="保存"
      confirmLoading={isBusy}
      maskClosable={false}
      destroyOnHidden
      afterClose={() => setRefusal(null)}
    >
      <Form
        form={form}
        layout="vertical"
        className="dialog-form"
        onFinish={save}
        preserve={false}
        requiredMark={false}
      >
        {refusal && <Alert type="error" message={refusal} showIcon />}
        {!refusal && user?.mustChange && (
          <Alert type="info" message="当前使用的是初始密码，请先修改。" showIcon />
        )}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.username ?? ''}
          readOnly
          hidden
        />
        <Form.Item name="oldpassword" label="旧密码" rules={[{ required: true, message: '请输入旧密码!' }]}>
          <Input.Password autoComplete="current-password" placeholder="请输入旧密码" autoFocus />
        </Form.Item>
        <Form.Item name="password" label="新密码" rules={[{ required: true, message: '请输入新密码!' }]}>
          <Input.Password autoComplete="new-password" placeholder="请输入新密码，至少 8 位" />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label="确认新密码"
          // Checked again when the new password changes, once it has been touched.
          dependencies={['password']}
          rules={[
            { required: true, message: '请确认新密码!' },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(differ)),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" placeholder="请再输入一次新密码" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
