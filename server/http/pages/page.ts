const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A plain page of Hall's own. `content` is HTML whose words are escaped already. */
export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; --ground: #f7f7f9; --card: #fff; --ink: #1b1d22; --soft: #5c6270; --line: #dfe1e7; --good: #0a7a43; --bad: #b3261e; --link: #2452c7; }
  @media (prefers-color-scheme: dark) { :root { --ground: #14161a; --card: #1d2026; --ink: #eceef2; --soft: #a0a7b5; --line: #333843; --good: #5ad394; --bad: #ff8f85; --link: #9db8ff; } }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.25rem; }
  h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
  p { color: var(--soft); margin: 0 0 1.5rem; }
  ul { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
  li { display: flex; gap: 1rem; justify-content: space-between; padding: .9rem 1.1rem; }
  li + li { border-top: 1px solid var(--line); }
  li span { color: var(--soft); text-align: right; }
  li span.good { color: var(--good); } li span.bad { color: var(--bad); }
  a { color: var(--link); }
</style>
<main>
${content}
</main>
</html>
`;
