import './region.css'

/** The names of a region; where space is scarce the upper levels give way, because the last one tells regions apart. */
export const RegionNames = ({ names }: { names: readonly string[] }) => (
  <span title={names.join(' / ')}>
    <Levels names={names} />
  </span>
)

function Levels({ names: [name = '', ...below] }: { names: readonly string[] }) {
  if (below.length === 0) return <span className="pro-region-last">{name}</span>
  return (
    <span className="pro-region">
      <span>{`${name} / `}</span>
      <Levels names={below} />
    </span>
  )
}
