import { z } from "zod";

/**
 * What runs in the browser before anything else of the page. Zod would try, at the first schema, whether it may evaluate
 * code, and the page's content policy counts the try as a violation.
 */
z.config({ jitless: true });
