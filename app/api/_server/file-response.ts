/**
 * A file to be saved, not shown. `name` is made by the program and needs no quoting; `title` is what a person calls it, for
 * every browser that can write more than plain letters.
 */
export function fileResponse(file: {
  name: string;
  title?: string;
  type: string;
  text: string;
}): Response {
  const called = file.title === undefined ? "" : `; filename*=UTF-8''${spelled(file.title)}`;
  return new Response(file.text, {
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${file.name}"${called}`,
    },
  });
}

/** As RFC 8187 wants it. */
const spelled = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
