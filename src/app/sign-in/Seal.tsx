/** The institution's seal, read from the right, downwards. */
export function Seal({ className }: { className?: string }) {
  return (
    <span className={className ? `app-seal ${className}` : 'app-seal'} aria-hidden="true">
      <span>地方</span>
      <span>志馆</span>
    </span>
  )
}
