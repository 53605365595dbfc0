/**
 * A cookie out of reach for scripts and for requests of other sites but for links that are followed, which is how a browser
 * comes back from a provider; kept to https where the pages are opened by it.
 */
export function setCookie(cookie: {
  name: string;
  value: string;
  max_age_s: number;
  secure: boolean;
}): string {
  const { name, value, max_age_s, secure } = cookie;
  const kept = secure ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${max_age_s}${kept}`;
}
