import { Checkbox, Tag } from 'antd'
import type { PartsChoice, PlannedGrant, PlannedParts } from '../api.ts'

interface Props {
  parts: PlannedParts
  choice: PartsChoice
  onChoose(choice: PartsChoice): void
}

/** What a package proposes for roles and changes in the menu, with the choice of either. */
export function PackedParts({ parts: { offered, roles, menu }, choice, onChoose }: Props) {
  return (
    <>
      {offered.roles && (
        <>
          <h3>
            <Checkbox
              checked={choice.roles}
              onChange={({ target }) => onChoose({ ...choice, roles: target.checked })}
            >
              角色的权限
            </Checkbox>
          </h3>
          <p className="view-design-hint">
            发布以后成为待确认的拟授权，由能授权的人在角色管理里决定；存成草稿时不导入
          </p>
          <ul className="view-package">
            {roles.map(({ code, name, isMissing, sameName, grants }) => (
              <li key={code}>
                <b>{name}</b>
                <code>{code}</code>
                {isMissing && <Tag color="orange">这里没有</Tag>}
                {isMissing && (
                  <small>
                    {sameName.length > 0 && `有同名的角色，编码是 ${sameName.join('、')}；`}
                    有了编码为 {code} 的角色，才能确认
                  </small>
                )}
                <ul className="view-design-changes">
                  {grants.map((grant) => (
                    <li key={grant.title}>{describeGrant(grant)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      )}
      {offered.menu && (
        <>
          <h3>
            <Checkbox
              checked={choice.menu}
              onChange={({ target }) => onChoose({ ...choice, menu: target.checked })}
            >
              改过的菜单
            </Checkbox>
          </h3>
          {menu && <PackedMenu menu={menu} choice={choice} onChoose={onChoose} />}
        </>
      )}
    </>
  )
}

function PackedMenu({
  menu: { entries, groups, notes, refused },
  choice,
  onChoose,
}: Omit<Props, 'parts'> & { menu: NonNullable<PlannedParts['menu']> }) {
  const nothing = entries.length === 0 && notes.length === 0
  return (
    <>
      <p className="view-design-hint">
        {refused ?? (nothing ? '与这里的相同，没有要改的' : '发布以后改；存成草稿时不导入')}
      </p>
      <ul className="view-package">
        {groups.map((name) => (
          <li key={name}>
            <b>{name}</b>
            <Tag color="green">新的分组</Tag>
          </li>
        ))}
        {entries.map(({ id, title, changes, conflicts }) => (
          <li key={id}>
            <b>{title}</b>
            <code>{id}</code>
            <ul className="view-design-changes">
              {[...changes, ...conflicts].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {conflicts.length > 0 && (
              <Checkbox
                checked={choice.replace.includes(id)}
                disabled={refused !== null}
                onChange={({ target }) => {
                  const others = choice.replace.filter((other) => other !== id)
                  onChoose({ ...choice, replace: target.checked ? [...others, id] : others })
                }}
              >
                这里也改过 {conflicts.length} 项，用包里的替换（不勾就保留这里的）
              </Checkbox>
            )}
          </li>
        ))}
      </ul>
      {notes.map((text) => (
        <p key={text} className="view-design-warning">
          {text}
        </p>
      ))}
    </>
  )
}

function describeGrant({ title, gains, present, waiting, decided, notes }: PlannedGrant): string {
  const texts = [
    ...(gains.length > 0 ? [`拟授 ${gains.join('、')}`] : []),
    ...(present > 0 ? [`已有 ${present} 项`] : []),
    ...(waiting > 0 ? [`${waiting} 项已在等人确认`] : []),
    ...(decided.length > 0 ? [`已决定过，不再拟授 ${decided.join('、')}`] : []),
    ...notes,
  ]
  return `${title}：${texts.join('；')}`
}
