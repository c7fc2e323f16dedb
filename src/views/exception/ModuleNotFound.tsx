import { errorCodes } from '#runtime/kernel/errors.ts'
import { Exception } from './Exception.tsx'

/** The page of a menu entry without a module: names the module and the searched paths. */
export function ModuleNotFound({ component, tried }: { component: string; tried: readonly string[] }) {
  return (
    <Exception
      title="这个菜单还没有对应的页面"
      text={
        <>
          <span className="view-missing-name">
            {errorCodes.MODULE_NOT_FOUND.text} <code>{component}</code>
          </span>
          已查找：
          {tried.map((place) => (
            <code key={place}>{place}</code>
          ))}
          请管理员核对菜单的组件名，或补上界面文档。
        </>
      }
    />
  )
}
