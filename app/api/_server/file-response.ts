/** A file to be saved, not shown. The name is made by the program and needs no quoting. */
export function fileResponse(file: { name: string; type: string; text: string }): Response {
  return new Response(file.text, {
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${file.name}"`,
    },
  });
}
