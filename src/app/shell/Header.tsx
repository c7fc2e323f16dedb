import { ApartmentOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { institution, productTitle } from '../institution.ts'
import { UserMenu } from './UserMenu.tsx'
import { useDepartment } from './useDepartment.ts'

interface Props {
  /** What stands in the header on a phone. */
  title: string
  isPhone: boolean
  isOpen: boolean
  onToggle(): void
}

export function Header({ title, isPhone, isOpen, onToggle }: Props) {
  const department = useDepartment()
  const Toggle = isPhone ? MenuOutlined : isOpen ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <header className="header">
      <button
        type="button"
        className="header-button"
        aria-label={isOpen && !isPhone ? '收起菜单' : '展开菜单'}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Toggle aria-hidden />
      </button>
      {isPhone ? (
        <strong className="phone-title">{title}</strong>
      ) : (
        <span className="welcome">{`欢迎进入${institution}${productTitle}`}</span>
      )}
      {department && !isPhone && (
        <span className="department" title="当前部门">
          <ApartmentOutlined aria-hidden />
          {department}
        </span>
      )}
      <UserMenu />
    </header>
  )
}
