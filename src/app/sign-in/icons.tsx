const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4, strokeLinecap: 'round' } as const

/** An eye; crossed out while the password is visible. */
export function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" {...stroke}>
      <path d="M1.8 10C3.6 6.6 6.5 4.8 10 4.8s6.4 1.8 8.2 5.2c-1.8 3.4-4.7 5.2-8.2 5.2S3.6 13.4 1.8 10z" />
      <circle cx="10" cy="10" r="2.5" />
      {crossed && <path d="M3.6 16.4 16.4 3.6" />}
    </svg>
  )
}
