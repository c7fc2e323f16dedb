import { Exception } from './Exception.tsx'

const words: Readonly<Record<string, string>> = {
  plain: '在线表单',
  copy: '在线表单的视图',
  report: '在线报表',
}

/** Replaces the lists of the online designer while it is not installed. */
export default function OnlineDesign({ list }: { list: string }) {
  return (
    <Exception
      title="在线设计尚未安装"
      text={
        <>
          {words[list]}的设计器还没有随本系统安装，已有的界面和报表照常使用。
          要增加界面，请管理员把界面文档放进 schemas 文件夹，写法见：
          <code>schemas/README.md</code>
        </>
      }
    />
  )
}
