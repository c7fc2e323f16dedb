import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { Result } from './Result.tsx'

const faults = ['您的账户已被冻结', '您的账户还不具备申请资格']

/** The page of a failed submission: each problem, and the way back. */
export default function Failure() {
  return (
    <Result
      tone="error"
      title="提交失败"
      text="请核对并修改以下信息后，再重新提交。"
      actions={
        <Link to="/catalog/gazetteer?form=add">
          <Button type="primary">返回修改</Button>
        </Link>
      }
    >
      <section>
        <h2>您提交的内容有如下错误：</h2>
        <ul>
          {faults.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </Result>
  )
}
